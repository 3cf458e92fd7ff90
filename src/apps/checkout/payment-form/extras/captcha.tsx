import { solveCaptcha, type CaptchaChallenge } from '../captcha/solve-captcha.ts';

const address = '/api/v1/proof';
const action = 'pay';

/**
 * Requests a challenge, solves it and posts the solution; the buyer's next attempt is then accepted. An answer with this
 * part is shown only after this has run, so that an immediate retry is already verified.
 */
async function solveChallenge(): Promise<void> {
  const asked = await fetch(`${address}?action=${action}`, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
  });
  if (!asked.ok) return;
  const challenge = (await asked.json()) as CaptchaChallenge;
  const solution = await solveCaptcha(challenge.parameters);
  await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ action, captchaToken: btoa(JSON.stringify({ challenge, solution })) }),
  });
}

// If the challenge fails, the notice shows the alternatives.
if (typeof document !== 'undefined') await solveChallenge().catch(() => undefined);

/** Renders nothing: the work is done on load. */
export const paymentExtra = null;
