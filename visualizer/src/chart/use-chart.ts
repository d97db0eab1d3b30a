/** The statechart of the service: its picture, and the data that tells which arrow is which. */

import { useEffect, useState } from 'preact/hooks';

import { type Fault, faultOf } from '../api/problem.ts';
import { request } from '../api/request.ts';
import type { Graph } from './graph.ts';

export interface Chart {
  readonly picture: SVGSVGElement;
  readonly graph: Graph;
}

export function useChart(): { readonly chart: Chart | null; readonly fault: Fault | null } {
  const [chart, setChart] = useState<Chart | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    loadChart().then(setChart, (error: unknown) => setFault(faultOf(error)));
  }, []);
  return { chart, fault };
}

async function loadChart(): Promise<Chart> {
  const [picture, graph] = await Promise.all([request('/machine?format=svg'), request('/machine?format=graph')]);
  return { picture: readPicture(await picture.text()), graph: (await graph.json()) as Graph };
}

const STYLE = /<style>[^]*?<\/style>/;

/** Without the style that it brings along, which this page may not use, and which does not know of light and dark here. */
function readPicture(text: string): SVGSVGElement {
  const { documentElement } = new DOMParser().parseFromString(text.replace(STYLE, ''), 'image/svg+xml');
  const picture = document.importNode(documentElement, true);
  if (picture instanceof SVGSVGElement) return picture;
  throw new Error('the picture of the statechart cannot be read');
}
