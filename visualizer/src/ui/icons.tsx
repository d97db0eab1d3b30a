/** The few drawn signs of the page. */

import type { JSX } from 'preact';

const PATHS = {
  back: 'M15 5l-7 7 7 7',
  play: 'M8 5v14l11-7z',
  stop: 'M7 7h10v10H7z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  plus: 'M12 5v14M5 12h14',
  search: 'M11 4a7 7 0 100 14 7 7 0 000-14zM16 16l4 4',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2v2M12 20v2M4 12H2M22 12h-2M5.6 5.6L4.2 4.2M19.8 19.8l-1.4-1.4M5.6 18.4l-1.4 1.4M19.8 4.2l-1.4 1.4',
  moon: 'M20 14a8 8 0 11-10-10 6.5 6.5 0 0010 10z',
  help: 'M9 9a3 3 0 115 2.2c-1.2.9-2 1.5-2 2.8M12 18h.01',
  down: 'M12 5v14M6 13l6 6 6-6',
  save: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  previous: 'M6 15l6-6 6 6',
  next: 'M6 9l6 6 6-6',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  bin: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5',
  pen: 'M4 20l1-5L16 4l4 4L9 19zM14 6l4 4',
  check: 'M5 13l4 4L19 7',
  close: 'M6 6l12 12M18 6L6 18',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { readonly name: IconName }): JSX.Element {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
