'use strict';
// Shows the values of the data point next to the pointer, or of the one chosen with the arrow keys,
// and hides and shows systems by the entries of the legends.
(() => {
  const tip = document.getElementById('tip');
  const NEAR = 40; // units of the plot, which is 400 wide
  let active = null; // the plot that shows a value

  const isOff = part => part.classList.contains('off');

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
      if (isOff(point.group)) {
        continue;
      }
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
      let next = svg.gmeShown === undefined ? 0 : svg.gmeShown + by;
      for (let tries = 0; tries < all.length; tries++, next += by) {
        const point = all[(next + all.length) % all.length];
        if (!isOff(point.group)) {
          show(svg, point);
          break;
        }
      }
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

  const named = [...document.querySelectorAll('.plot [data-name]')];
  const hidden = new Set();

  function refresh() {
    for (const part of named) {
      const off = hidden.has(part.dataset.name);
      part.classList.toggle('off', off);
      if (part.getAttribute('role') === 'switch') {
        part.setAttribute('aria-checked', String(!off));
      }
    }
    hide();
  }

  function toggle(name) {
    if (!hidden.delete(name)) {
      hidden.add(name);
    }
    refresh();
  }

  // Hides all other entries of a legend, or shows all again if they are hidden.
  function alone(name, entries) {
    const others = entries.map(e => e.dataset.name).filter(n => n !== name);
    const isAlone = others.every(n => hidden.has(n));
    hidden.delete(name);
    others.forEach(n => isAlone ? hidden.delete(n) : hidden.add(n));
    refresh();
  }

  // One entry of each legend is reached by Tab, the others from there by the arrow keys.
  function press(event, entries) {
    const at = entries.indexOf(event.currentTarget);
    const by = {ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1}[event.key];
    if (by) {
      const next = entries[(at + by + entries.length) % entries.length];
      entries.forEach(e => e.setAttribute('tabindex', e === next ? '0' : '-1'));
      next.focus();
    } else if (event.key === 'Enter' || event.key === ' ') {
      const name = entries[at].dataset.name;
      event.shiftKey ? alone(name, entries) : toggle(name);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  for (const svg of document.querySelectorAll('.plot')) {
    const own = named.filter(part => svg.contains(part));
    const drawn = new Set(own.filter(p => !p.classList.contains('entry')).map(p => p.dataset.name));
    const entries = own.filter(p => p.classList.contains('entry') && drawn.has(p.dataset.name));
    if (entries.length < 2) {
      continue;
    }
    svg.setAttribute('role', 'group'); // a picture has no parts to switch
    entries.forEach((entry, i) => {
      entry.setAttribute('role', 'switch');
      entry.setAttribute('aria-checked', 'true');
      entry.setAttribute('aria-label', 'show ' + entry.dataset.name);
      entry.setAttribute('tabindex', i === 0 ? '0' : '-1');
      entry.addEventListener('click', () => toggle(entry.dataset.name));
      entry.addEventListener('dblclick', () => alone(entry.dataset.name, entries));
      entry.addEventListener('keydown', event => press(event, entries));
    });
    document.getElementById('legend-help').hidden = false;
  }
  // What is folded would be missing on paper.
  window.addEventListener('beforeprint', () => {
    document.querySelectorAll('details').forEach(d => { d.open = true; });
  });
})();
