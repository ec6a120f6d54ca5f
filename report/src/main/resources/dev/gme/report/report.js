'use strict';
// Shows the values of the data point next to the pointer, or of the one chosen with the arrow keys.
(() => {
  const tip = document.getElementById('tip');
  const NEAR = 40; // units of the plot, which is 400 wide
  let active = null; // the plot that shows a value

  function points(svg) {
    if (!svg.gmePoints) {
      svg.gmePoints = [];
      for (const group of svg.querySelectorAll('.data')) {
        for (const text of group.dataset.points.split(';')) {
          const [x, y, ...values] = text.split(',');
          svg.gmePoints.push({group, x: Number(x), y: Number(y), values});
        }
      }
    }
    return svg.gmePoints;
  }

  function cursor(svg) {
    let ring = svg.querySelector('.cursor');
    if (!ring) {
      ring = document.createElementNS(svg.namespaceURI, 'circle');
      ring.setAttribute('class', 'cursor');
      ring.setAttribute('r', '6.5');
      svg.append(ring);
    }
    return ring;
  }

  function hide() {
    tip.hidden = true;
    if (active) {
      cursor(active).setAttribute('visibility', 'hidden');
    }
    active = null;
  }

  function show(svg, point) {
    if (active !== svg) {
      hide();
      active = svg;
    }
    const names = {'{x}': point.values[0], '{y}': point.values[1], '{n}': point.values[2] || ''};
    const name = document.createElement('b');
    name.textContent = point.group.dataset.name;
    tip.replaceChildren(name, point.group.dataset.hint.replace(/\{[xyn]\}/g, key => names[key]));
    tip.hidden = false;
    const ring = cursor(svg);
    ring.setAttribute('visibility', 'visible');
    ring.setAttribute('cx', point.x);
    ring.setAttribute('cy', point.y);
    svg.gmeShown = points(svg).indexOf(point);
    const at = new DOMPoint(point.x, point.y).matrixTransform(svg.getScreenCTM());
    const room = document.documentElement.clientWidth - tip.offsetWidth - 4;
    const above = at.y - tip.offsetHeight - 14;
    tip.style.left = Math.max(4, Math.min(room, at.x - tip.offsetWidth / 2)) + 'px';
    tip.style.top = (above > 4 ? above : at.y + 14) + 'px';
  }

  function nearest(svg, event) {
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    let best = null;
    let least = NEAR * NEAR;
    for (const point of points(svg)) {
      const distance = (point.x - at.x) ** 2 + (point.y - at.y) ** 2;
      if (distance <= least) { // of equal ones the last, which is drawn on top
        least = distance;
        best = point;
      }
    }
    return best;
  }

  function follow(event) {
    const svg = event.currentTarget;
    const point = nearest(svg, event);
    if (point) {
      show(svg, point);
    } else {
      hide();
    }
  }

  function step(event) {
    const svg = event.currentTarget;
    const by = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (event.key === 'Escape') {
      hide();
    } else if (by) {
      const all = points(svg);
      const next = svg.gmeShown === undefined ? 0 : svg.gmeShown + by;
      show(svg, all[(next + all.length) % all.length]);
      event.preventDefault();
    }
  }

  for (const svg of document.querySelectorAll('.plot')) {
    const leave = () => active === svg && hide();
    svg.addEventListener('pointermove', follow);
    svg.addEventListener('pointerdown', follow);
    // A finger that is lifted has left, too; what it chose stays until the next touch.
    svg.addEventListener('pointerleave', event => event.pointerType === 'touch' || leave());
    svg.addEventListener('pointercancel', leave);
    svg.addEventListener('blur', leave);
    svg.addEventListener('keydown', step);
  }
  document.addEventListener('pointerdown', event => event.target.closest('.plot') || hide());
})();
