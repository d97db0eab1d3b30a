/** Reads the words of the picture: those at its arrows, and those about edges that leave no state. */

import type { ReadBack } from './read-back.ts';
import { sentence } from './sentences.ts';
import { readXml, type XmlElement } from './xml.ts';

export function readSvg(text: string): ReadBack {
  const groups = readXml(text).filter(({ name }) => name === 'g');
  const states = groups.filter(({ attributes }) => attributes['data-state']);
  return {
    edges: groups.flatMap(labelsOf).sort(),
    active: states.flatMap(({ attributes }) => (isActive(attributes) ? (attributes['data-state'] ?? '') : [])).sort(),
  };
}

function labelsOf({ attributes, children }: XmlElement): readonly string[] {
  const state = attributes['data-state'] ?? '';
  const ends = { source: attributes['data-source'] ?? state, target: attributes['data-target'] ?? state };
  const lines = children.filter((child) => child.attributes['data-edge']);
  const byEdge = Map.groupBy(lines, (line) => line.attributes['data-edge']);
  return [...byEdge.values()].map((together) => sentence(ends, together.map((line) => line.text).join(' ')));
}

function isActive(attributes: XmlElement['attributes']): boolean {
  return attributes['class']?.split(' ').includes('active') ?? false;
}
