/** Sets what goes wrong at a company of the outside world; no rules: nothing. False: it was not taken. */
export async function putFaults(outside: string, target: string, rules: readonly object[]): Promise<boolean> {
  const answer = await fetch(`${outside}/sandbox/weather`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ target, rules }),
  });
  return answer.ok;
}
