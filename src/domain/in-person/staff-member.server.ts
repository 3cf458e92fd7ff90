import { newId } from '#src/kernel/ids/ids.server.ts';
import { issueMagicLink, revokeMagicLinks } from '../customers/magic-links/index.server.ts';
import type { InPersonContext } from './context.server.ts';
import type { StaffMember } from './in-person-payment.types.ts';
import {
  findStaffMember,
  insertStaffMember,
  markStaffMemberRevoked,
  renameStaffMember,
} from './staff-member.repository.server.ts';

/** A staff member of a unit, as the brand's data says. */
export interface StaffMemberInput {
  readonly brand: string;
  readonly unitId: string;
  readonly person: string;
  readonly name: string;
}

/** Issues a new magic link for a staff member; their earlier links end with it. Its token is returned once and stored nowhere. */
export async function addStaffMember(
  ctx: Pick<InPersonContext, 'db' | 'clock'>,
  input: StaffMemberInput,
): Promise<{ readonly person: StaffMember; readonly token: string }> {
  const { brand, unitId, person, name } = input;
  const known = await findStaffMember(ctx.db, input);
  const id = known?.id ?? newId('per');
  if (known) {
    await renameStaffMember(ctx.db, id, name);
    await revokeMagicLinks(ctx.db, id);
  } else {
    await insertStaffMember(ctx.db, { id, brand, unitId, person, name }, ctx.clock.now());
  }
  const token = await issueMagicLink(ctx, ctx.db, id);
  return { person: { id, brand, unitId, person, name, isRevoked: false }, token };
}

/** Ends the links of a staff member; their records keep their name. False when there is no such staff member. */
export async function revokeStaffMember(
  ctx: Pick<InPersonContext, 'db' | 'clock'>,
  who: Omit<StaffMemberInput, 'name'>,
): Promise<boolean> {
  const staffMember = await findStaffMember(ctx.db, who);
  if (!staffMember) return false;
  await markStaffMemberRevoked(ctx.db, staffMember.id, ctx.clock.now());
  await revokeMagicLinks(ctx.db, staffMember.id);
  return true;
}
