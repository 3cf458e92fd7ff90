import type { SandboxPayments } from './sandbox-payments.ts';
import { type Shopper, WrongAnswer } from './shop-client.ts';

/** A member of the stand-in's programme with more points than any course costs, reached by e-mail. */
const member = { cpf: '529.982.247-25', email: 'joao@exemplo.com.br' } as const;

/** One member gets few codes an hour, from whichever browser. */
const secondsBetweenMembers = 3_700;

const patienceMs = 15_000;

/** Proves the member on the programme's pages, whose answers the session then has. */
export async function verifyPointsMember(shopper: Shopper, sandbox: SandboxPayments, query: string): Promise<void> {
  await sandbox.advance(secondsBetweenMembers);
  const before = await sandbox.countOfMails(member.email);
  await shopper.submit(`/livelo/cpf?${query}`, { cpf: member.cpf });
  const device = /name="device"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="device"/.exec(
    await shopper.open(`/livelo/select-device?${query}`),
  );
  await shopper.submit(`/livelo/select-device?${query}`, { device: device?.[1] ?? device?.[2] ?? '' });
  const until = Date.now() + patienceMs;
  while ((await sandbox.countOfMails(member.email)) === before) {
    if (Date.now() > until) throw new WrongAnswer('no code was sent to the member');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await shopper.submit(`/livelo/code?${query}`, { code: await sandbox.codeFor(member.email) });
}
