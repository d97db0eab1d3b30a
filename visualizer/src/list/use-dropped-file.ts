/** Lets a file be dropped anywhere on the page. */

import { useEffect, useState } from 'preact/hooks';

/** Gives whether a file is held over the page now. */
export function useDroppedFile(onText: (text: string) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void file.text().then(onText);
    };
    addEventListener('dragover', over, options);
    addEventListener('dragleave', (event) => (event.relatedTarget === null ? setOver(false) : undefined), options);
    addEventListener('drop', drop, options);
    return () => listening.abort();
  }, [onText]);
  return isOver;
}
