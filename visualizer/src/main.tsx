/** The page begins here. */

import { render } from 'preact';

import { App } from './app.tsx';
import { Broken } from './broken.tsx';
import { showLanguage } from './session/language.ts';
import { showTheme } from './session/theme.ts';
import { startClock } from './ui/clock.ts';

showTheme();
showLanguage();
startClock();
const page = document.getElementById('page');
if (page) {
  render(
    <Broken>
      <App />
    </Broken>,
    page,
  );
}
