// The few things that every part of the page does to its elements. Text is only ever set as text.

const SVG = 'http://www.w3.org/2000/svg';

export const byId = (id) => document.getElementById(id);

/** Says a text, and touches nothing if it is there already. */
export function say(node, text) {
  const only = node.firstChild;
  if (only?.nodeType === Node.TEXT_NODE && only === node.lastChild) {
    if (only.data !== text) {
      only.data = text;
    }
  } else if (only || text !== '') {
    node.textContent = text;
  }
}

/** Sets an attribute, and touches nothing if it is so already; without a value takes it away. */
export function set(node, name, value) {
  if (value === undefined || value === false) {
    if (node.hasAttribute(name)) {
      node.removeAttribute(name);
    }
  } else if (node.getAttribute(name) !== String(value)) {
    node.setAttribute(name, value);
  }
}

/** Sets a property of the style sheet, such as how full something is. */
export function measure(node, property, value) {
  if (node.style.getPropertyValue(property) !== String(value)) {
    node.style.setProperty(property, value);
  }
}

export function show(node, isShown) {
  if (node.hidden === isShown) {
    node.hidden = !isShown;
  }
}

/** A new element that holds these texts and elements. */
export function element(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) {
    made.className = className;
  }
  made.append(...children);
  return made;
}

/** A picture from those at the head of the page. */
export function icon(name) {
  const picture = document.createElementNS(SVG, 'svg');
  picture.setAttribute('class', 'icon');
  picture.setAttribute('aria-hidden', 'true');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `#i-${name}`);
  picture.append(use);
  return picture;
}

/** Shows another picture. */
export const setIcon = (picture, name) => set(picture.querySelector('use'), 'href', `#i-${name}`);

/** Puts children into this order and moves only those that are elsewhere. */
export function arrange(parent, children) {
  let at = parent.firstChild;
  for (const child of children) {
    if (child === at) {
      at = at.nextSibling;
    } else {
      parent.insertBefore(child, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

/** A colour of the style sheet, as a canvas wants it. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
