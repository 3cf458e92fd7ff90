/** What a company's folder exports, by the kinds of services that a company may offer, and how each kind is made. */
import type { InPersonPaymentService } from '#src/domain/in-person/index.ts';
import type { PointsMemberService, PointsProgramme } from '#src/domain/customers/loyalty/index.ts';
import type { SmsPort } from '#src/domain/customers/phones/index.ts';
import { toGsmText } from '#src/domain/customers/phones/index.server.ts';
import type { FiscalAuthority } from '#src/domain/documents/fiscal-notes/index.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import type { CardTokenization } from '#src/kernel/crypto/card-tokenization.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { CompanyEnvs, GatewayEnv } from './gateway-env.server.ts';

/** Settings and clock that every company's services are made of. */
export interface CompanySettings {
  readonly env: GatewayEnv & {
    /** Null in production. */
    readonly sandbox: { readonly origin: string } | null;
  };
  readonly clock: Clock;
}

/** Services of ours that some gateways need besides. */
export interface GatewaySettings extends CompanySettings {
  /** The member whose points pay an attempt. */
  readonly members: PointsMemberService;
  /** Payments recorded at the school's own units. */
  readonly inPersonPayments: InPersonPaymentService;
}

/** What `<gateway>/gateway.server.ts` exports as `gatewayFactory`. */
export interface GatewayFactory {
  /** Stored with every attempt, for ever; also the last part of the address for the company's webhooks. */
  readonly id: string;
  /** The specification's words of the methods that it can collect. */
  readonly methods: readonly string[];
  readonly markets: readonly Country[];
  /** Methods whose payment instruments it verifies and keeps; absent: all of its methods. */
  readonly keeps?: readonly string[];
  /** Why it cannot verify a card without a charge: a trial uses the next gateway of its route that can. */
  readonly cannotVerify?: string;
  /** Null where there is no contract with it. */
  create(settings: GatewaySettings): GatewayPort | null;
  /** How the buyer's browser seals secrets for it; absent or null where it takes none. */
  readonly cardTokenization?: (companies: CompanyEnvs) => CardTokenization | null;
  /** An address at the origin whose pages, in a frame of ours, authenticate buyers; absent or null where there is none. */
  readonly challengeUrl?: (companies: CompanyEnvs) => string | null;
}

/** What `<company>/sms.server.ts` exports as `smsFactory`: a company that carries text messages. */
export interface SmsFactory {
  readonly id: string;
  create(settings: CompanySettings): SmsPort;
}

/** What `<company>/programme.server.ts` exports as `programmeFactory`: a company that keeps people's points. */
export interface ProgrammeFactory {
  readonly id: string;
  /** Null where there is no contract with it. */
  create(settings: CompanySettings): PointsProgramme | null;
}

/** What `<company>/fiscal.server.ts` exports as `fiscalFactory`: an authority that issues fiscal notes. */
export interface FiscalFactory {
  readonly id: string;
  /** Null where there is no contract. */
  create(settings: CompanySettings): FiscalAuthority | null;
}

/** The card tokenization of each gateway that takes card secrets, by its id. */
export function cardTokenizationsOf(
  factories: readonly GatewayFactory[],
  { companies }: Pick<GatewayEnv, 'companies'>,
): Readonly<Record<string, CardTokenization>> {
  const found = factories.flatMap(({ id, cardTokenization }) => {
    const tokenization = cardTokenization?.(companies);
    return tokenization ? [[id, tokenization] as const] : [];
  });
  return Object.fromEntries(found);
}

/** The origins at which buyers answer their banks, in a frame of ours. */
export function challengeOriginsOf(
  factories: readonly GatewayFactory[],
  { companies }: Pick<GatewayEnv, 'companies'>,
): readonly string[] {
  const addresses = factories.flatMap(({ challengeUrl }) => challengeUrl?.(companies) ?? []);
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/** Makes the carrier of text messages: the first in the order of ids. Throws where no folder has one. */
export function createSms(factories: readonly SmsFactory[], settings: CompanySettings): SmsPort {
  const [first] = factories;
  if (!first) throw new Error('No company carries text messages: a folder of gateways with sms.server.ts is needed');
  const carrier = first.create(settings);
  // Texts use the GSM alphabet: one character beyond it would cut a message to 70 characters.
  return { send: (message) => carrier.send({ ...message, text: toGsmText(message.text) }) };
}

/** Makes the points programme: the first with a contract, in the order of ids. */
export function createProgramme(
  factories: readonly ProgrammeFactory[],
  settings: CompanySettings,
): PointsProgramme | null {
  return firstWithContract(factories, settings);
}

/** Makes the fiscal authority: the first with a contract, in the order of ids. */
export function createFiscalAuthority(
  factories: readonly FiscalFactory[],
  settings: CompanySettings,
): FiscalAuthority | null {
  return firstWithContract(factories, settings);
}

function firstWithContract<T>(
  factories: readonly { create(settings: CompanySettings): T | null }[],
  settings: CompanySettings,
): T | null {
  return factories.map((factory) => factory.create(settings)).find((made) => made !== null) ?? null;
}
