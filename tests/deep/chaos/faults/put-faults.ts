/** Sets what goes wrong at a company of the sandbox; no rules: nothing. False: it was not taken. */
export async function putFaults(sandboxOrigin: string, target: string, rules: readonly object[]): Promise<boolean> {
  const answer = await fetch(`${sandboxOrigin}/sandbox/weather`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target, rules }),
  });
  return answer.ok;
}
