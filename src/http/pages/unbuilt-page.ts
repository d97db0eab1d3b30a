/** What `/visualizer/` shows where the page was not built. */

export const UNBUILT_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>tms-init: the visualizer is not built</title>
<h1>The visualizer is not built</h1>
<p>The service itself works. The page is built by the development packages, which this installation was made without.</p>
<p>To build it, run <code>npm install --include=dev</code> in the folder of the service and start the service again.</p>
</html>
`;
