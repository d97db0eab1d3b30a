/** What is shown where a page was not built. */

/** @param name as `the visualizer` */
export function unbuiltPage(name: string): string {
  const title = `${name.replace(/^t/, 'T')} is not built`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>tms-init: ${name} is not built</title>
<h1>${title}</h1>
<p>The service itself works. The page is built by the development packages, which this installation was made without.</p>
<p>To build it, run <code>npm install --include=dev</code> in the folder of the service and start the service again.</p>
</html>
`;
}
