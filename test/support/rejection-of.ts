/** What a promise rejects with; an error of the test where it does not. */

export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`resolved with ${JSON.stringify(value)} instead of being rejected`);
}
