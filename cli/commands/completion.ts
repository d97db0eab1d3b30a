/** x */
export const define = () => undefined;
