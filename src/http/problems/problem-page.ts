/** The page a problem's `type` leads to: what it means and what to do. It holds no script and nothing of any request. */

import { type ProblemCode, problemEntry } from './catalogue.ts';

export function problemPage(code: ProblemCode): string {
  const { status, title, meaning, remedy } = problemEntry(code);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${status} ${code}</title>
<h1>${title}</h1>
<p><code>${status} ${code}</code></p>
<h2>What it means</h2>
<p>${meaning}</p>
<h2>What to do</h2>
<p>${remedy}</p>
</html>
`;
}
