import { randomInt, randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import type { JournalStore } from '../../runtime/journal-store.server.ts';
import type { CompanyContext } from '../../runtime/company.ts';
import { type Member, type MemberDevice, members } from './members.ts';
import { openPointsBook, type PointsBook } from './points-book.server.ts';
import { createRedeeming, type Redeeming } from './redeem.server.ts';

/** A code that was sent to a member, and its state. */
export interface Challenge {
  readonly id: string;
  readonly memberId: string;
  readonly deviceId: string;
  readonly code: string;
  readonly sentAt: string;
  readonly expiresAt: string;
  readonly wrongTries: number;
  /** The secret that the right code returned, and its expiry. */
  readonly token?: string;
  readonly tokenUntil?: string;
}

/** Points per real, and the steps in which they can be used. */
export const rate = { pointsPerReal: 32, minimum: 1_000, step: 500 } as const;

/** Points earned for each real, and the days from the end of the cooling-off time to their credit. */
export const earning = { pointsPerReal: 2, creditDays: 30 } as const;

const codeMs = 5 * 60_000;
const resendMs = 60_000;
const tokenMs = 15 * 60_000;
const mostTries = 3;

/** Sends a text message to a member. */
type SendText = (device: MemberDevice, text: string, key: string) => Promise<void>;

/** Sends a member's code to their phone or mailbox, both of this machine. */
function sendToMember({ phones, smtpPort }: CompanyContext): SendText {
  return async ({ kind, to }, text, key) => {
    if (kind === 'sms') {
      phones.take(key, { to, text });
      return;
    }
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port: smtpPort, ignoreTLS: true });
    await transport.sendMail({ from: 'clube@pontos.example', to, subject: 'Seu código do clube de pontos', text });
  };
}

/** The points programme: it finds members, verifies them by a code, reads balances, and redeems points for purchases. */
export interface PointsClub {
  readonly book: PointsBook;
  readonly redeeming: Redeeming;
  find(document: string): Member | undefined;
  sendCode(memberId: string, deviceId: string): Promise<Result<Challenge, Refusal>>;
  verify(challengeId: string, code: string): Result<Challenge, Refusal>;
  accountOf(token: string): Member | undefined;
  /** Newest first. */
  challenges(): Challenge[];
}

export function createPointsClub(context: CompanyContext): PointsClub {
  const sendText = sendToMember(context);
  const store: JournalStore<Challenge> = context.store<Challenge>('points-challenges', { idOf: ({ id }) => id });
  const book = openPointsBook(context);
  const now = (): number => context.clock.now().getTime();
  const iso = (ms: number): string => new Date(ms).toISOString();

  return {
    book,
    redeeming: createRedeeming(context, book),
    find: (document) => members.find((member) => member.document === document),
    async sendCode(memberId, deviceId) {
      const member = members.find(({ id }) => id === memberId);
      const device = member?.devices.find(({ id }) => id === deviceId);
      if (!member || !device) return err(refusal(404, 'device-not-found', 'Nobody has such a device.'));
      if (member.status === 'blocked') return err(refusal(409, 'member-blocked', 'This account is blocked.'));
      const at = now();
      const last = [...store.values()].findLast((one) => one.memberId === memberId);
      const unused = last !== undefined && last.token === undefined;
      if (unused && Date.parse(last.sentAt) + resendMs > at)
        return err(refusal(409, 'too-soon', 'A code was sent a moment ago.'));
      const challenge: Challenge = {
        id: `chl_${randomUUID()}`,
        memberId,
        deviceId,
        code: String(randomInt(1_000_000)).padStart(6, '0'),
        sentAt: iso(at),
        expiresAt: iso(at + codeMs),
        wrongTries: 0,
      };
      store.put(challenge);
      await sendText(device, `Seu codigo do clube de pontos: ${challenge.code}. Vale 5 minutos.`, challenge.id);
      return ok(challenge);
    },
    verify(challengeId, code) {
      const challenge = store.get(challengeId);
      if (!challenge) return err(refusal(404, 'challenge-not-found', 'There is no such code.'));
      if (challenge.wrongTries >= mostTries) return err(refusal(423, 'challenge-locked', 'Too many wrong codes.'));
      if (Date.parse(challenge.expiresAt) <= now()) return err(refusal(410, 'code-expired', 'The code is too old.'));
      if (challenge.token !== undefined) return err(refusal(409, 'code-used', 'The code was used.'));
      if (code !== challenge.code) {
        const wrongTries = challenge.wrongTries + 1;
        store.put({ ...challenge, wrongTries });
        return wrongTries >= mostTries
          ? err(refusal(423, 'challenge-locked', 'Too many wrong codes.'))
          : err(refusal(422, 'code-wrong', 'The code is wrong.'));
      }
      const opened = { ...challenge, token: randomUUID(), tokenUntil: iso(now() + tokenMs) };
      store.put(opened);
      return ok(opened);
    },
    accountOf(token) {
      const open = [...store.values()].find((one) => one.token === token && Date.parse(one.tokenUntil ?? '') > now());
      return open && members.find(({ id }) => id === open.memberId);
    },
    challenges: () => [...store.values()].reverse(),
  };
}
