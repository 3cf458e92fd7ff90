import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CatalogContext } from '../../catalog/context.server.ts';
import {
  accountById,
  accountOfToken,
  lockAccounts,
  namesOfAccounts,
  type StaffAccount,
} from '../accounts/index.server.ts';
import { effectiveGrants, grantsInForce, grantsOfAccount } from '../grants/index.server.ts';
import {
  type Grant,
  isAllowed,
  isAllowedEverywhere,
  isAllowedWithin,
  type Permission,
  type PermissionSubject,
} from '../permissions/index.ts';

/**
 * `own-request`: the same person, by whichever of their sessions or tokens. `asker-not-allowed`: the asker has lost the
 * permission since. `approver-not-allowed`: the second person does not have it (any more). `token-not-tied`: two people of the
 * console may decide this, so a token that belongs to none of them may not.
 */
export type SecondPersonFailure = 'own-request' | 'asker-not-allowed' | 'approver-not-allowed' | 'token-not-tied';

export interface SecondPersonQuestion {
  /** Names as in records: `staff:<account id>` or `token:<name>`. */
  readonly asker: string;
  readonly decider: string;
  readonly ask: Permission;
  readonly approve: Permission;
  /** Null: it belongs to no brand, so the permissions are needed everywhere. */
  readonly subject: PermissionSubject | null;
  /** The subject is of one unit or seller of its brand: the caller has checked that, and any part of the brand is enough here. */
  readonly isPartOfBrand?: boolean;
}

/** The accounts behind both names; null for a token that is tied to none. */
export interface SecondPerson {
  readonly askerAccount: string | null;
  readonly deciderAccount: string | null;
}

type StaffRules = Pick<CatalogContext, 'clock' | 'catalog'>;

/** The account behind a name of records; null for a token that is tied to none, and for the product itself. */
export async function accountOfActor(db: Db, actor: string): Promise<StaffAccount | null> {
  if (actor.startsWith('staff:')) return accountById(db, actor.slice('staff:'.length));
  return actor.startsWith('token:') ? accountOfToken(db, actor.slice('token:'.length)) : null;
}

/**
 * Whether a second person may decide what a first one asked for. Both accounts stay locked until the transaction ends, so that
 * the answer is still true when its effect is written.
 */
export async function checkSecondPerson(
  ctx: StaffRules,
  trx: Db,
  question: SecondPersonQuestion,
): Promise<Result<SecondPerson, SecondPersonFailure>> {
  const { asker, decider, subject } = question;
  if (asker === decider) return err('own-request');
  const found = [await accountOfActor(trx, asker), await accountOfActor(trx, decider)];
  const ids = found.flatMap((account) => (account ? [account.id] : []));
  const locked = ids.length > 0 ? await lockAccounts(trx, ids) : [];
  // As they are under the lock: a token may have been tied, or a person have left, while it was waited for.
  const behind = (name: string): StaffAccount | null =>
    locked.find(
      ({ id, tokenName }) => name === `staff:${id}` || (tokenName !== null && name === `token:${tokenName}`),
    ) ?? null;
  const [askerAccount, deciderAccount] = [behind(asker), behind(decider)];
  if (askerAccount && askerAccount.id === deciderAccount?.id) return err('own-request');
  if (asker.startsWith('staff:') && !(await mayStill(ctx, trx, askerAccount, question.ask, question)))
    return err('asker-not-allowed');
  if (decider.startsWith('staff:')) {
    if (!(await mayStill(ctx, trx, deciderAccount, question.approve, question))) return err('approver-not-allowed');
  } else if (deciderAccount?.leftAt) return err('approver-not-allowed');
  else if (!deciderAccount && (await approversOf(ctx, trx, question.approve, subject)).length >= 2)
    return err('token-not-tied');
  return ok({ askerAccount: askerAccount?.id ?? null, deciderAccount: deciderAccount?.id ?? null });
}

async function mayStill(
  ctx: StaffRules,
  trx: Db,
  account: StaffAccount | null,
  permission: Permission,
  { subject, isPartOfBrand }: SecondPersonQuestion,
): Promise<boolean> {
  if (!account || account.leftAt) return false;
  const grants = await grantsOfAccount(trx, account.id, ctx.clock.now());
  const actor = { grants: effectiveGrants(grants, ctx.catalog.brandsOfBusiness) };
  if (subject && isPartOfBrand === true) return isAllowedWithin(actor, permission, subject.brand);
  return allows(actor, permission, subject);
}

function allows(
  actor: { readonly grants: readonly Grant[] },
  permission: Permission,
  subject: PermissionSubject | null,
): boolean {
  return subject ? isAllowed(actor, permission, subject) : isAllowedEverywhere(actor, permission);
}

/** People who have a permission for a subject now, without those of `except`, by id and name. */
export async function approversOf(
  ctx: StaffRules,
  db: Db,
  permission: Permission,
  subject: PermissionSubject | null,
  except: readonly string[] = [],
): Promise<readonly { readonly accountId: string; readonly name: string }[]> {
  const grants = await grantsInForce(db, ctx.clock.now());
  const ids = new Set(
    grants
      .filter((one) => allows({ grants: effectiveGrants([one], ctx.catalog.brandsOfBusiness) }, permission, subject))
      .map(({ accountId }) => accountId)
      .filter((id) => !except.includes(id)),
  );
  const names = await namesOfAccounts(db, [...ids]);
  return [...names]
    .map(([accountId, name]) => ({ accountId, name }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Whether a person of the console other than this one could approve a refund of a brand. */
export async function hasApprovingPerson(
  ctx: StaffRules & Pick<CatalogContext, 'db'>,
  actor: string,
  brand: string,
): Promise<boolean> {
  const account = await accountOfActor(ctx.db, actor);
  const except = account ? [account.id] : [];
  return (await approversOf(ctx, ctx.db, 'refund.approve', { brand }, except)).length > 0;
}
