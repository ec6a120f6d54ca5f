#!/usr/bin/env bash
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=32
#SBATCH --mem=100G
#SBATCH --time=4:00:00
#
# A Spark cluster inside a Slurm allocation, for one command of gme. Run 'gme spark install' once before, in a home
# folder that all nodes see:
#
#   sbatch recipes/slurm-spark.sh ./gme spark score --embeddings emb --top 100 --out top.parquet
#
# The first node runs the master and this script; every node runs a worker. All of them share a secret, listen on the
# address of their own node, and end with the job.
set -euo pipefail

[ $# -gt 2 ] && [ -n "${SLURM_JOB_ID:-}" ] || {
  echo "usage: sbatch $0 ./gme spark COMMAND ..." >&2
  exit 2
}
gme=$1
shift

folder=${SPARK_FOLDER:-$PWD/spark-$SLURM_JOB_ID}
mkdir -p "$folder"
chmod 700 "$folder"
secret=$folder/secret
address() { getent ahostsv4 "$(hostname)" | awk 'NR == 1 { print $1 }'; }
master=$(address)
port=${SPARK_PORT:-7077}
started=()
trap 'kill "${started[@]}" 2>/dev/null || true; wait' EXIT

"$gme" spark cluster master --secret "$secret" --host "$master" --port "$port" >"$folder/master.log" 2>&1 &
started+=($!)
for _ in $(seq 60); do
  ! grep -q 'elected leader' "$folder/master.log" || break
  sleep 1
done

export gme secret master port folder
export -f address
srun --ntasks="$SLURM_NNODES" --ntasks-per-node=1 bash -c '
  exec "$gme" spark cluster worker "spark://$master:$port" --secret "$secret" --host "$(address)" \
    --cores "${SLURM_CPUS_PER_TASK:-$(nproc)}" --folder "${SLURM_TMPDIR:-/tmp}/gme-spark-$SLURM_JOB_ID" \
    >"$folder/worker-$(hostname).log" 2>&1' &
started+=($!)

"$gme" "$@" --master "spark://$master:$port" --secret "$secret"
