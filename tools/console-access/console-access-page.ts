import { approvalPermissions, approvedRoles } from '#src/domain/staff/index.server.ts';
import { permissions, type Role, roleNames, roles } from '#src/domain/staff/index.ts';

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The page of who may do what in the console, made from the roles themselves. */
export function consoleAccessPage(): string {
  const mark = (role: Role, permission: (typeof permissions)[number]) => (roles[role].includes(permission) ? '●' : '·');
  const pairs = [
    ['a refund above the limit', 'refund.request', 'refund.approve'],
    ...Object.entries(approvalPermissions).map(([kind, { ask, approve }]) => [kind, ask, approve]),
  ];
  return `# Console access

What each role may do in the staff's console, within the scope of its grant (everything, a business, a brand, a unit or a
seller). Written by \`npm run console-access\` from \`src/domain/staff/permissions/roles.data.ts\`; \`npm test\` fails when it is not
current. A thing out of scope is answered with 404, one in scope without the permission with 403 and its name.

${row(['Permission', ...roleNames])}
${row(['---', ...roleNames.map(() => ':-:')])}
${permissions.map((permission) => row([`\`${permission}\``, ...roleNames.map((role) => mark(role, permission))])).join('\n')}

## Two people

| What | Asks | Decides, another person |
| --- | --- | --- |
${pairs.map(([what = '', ask = '', approve = '']) => row([what, `\`${ask}\``, `\`${approve}\``])).join('\n')}

Grants that wait: ${approvedRoles.map((role) => `\`${role}\``).join(', ')}. Nobody gives a role to themselves. An export waits above 1,000
people, an erasure always. A token of \`OPERATOR_TOKENS\` that is tied to a person counts as that person; one that is not may
ask, and decides only where fewer than two people of the console may.
`;
}
