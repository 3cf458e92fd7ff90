import { linkTargets, type Owner, ownedResources } from '#tests/support/fixtures/two-buyers.server.ts';
import { Visitor } from '#tests/support/http/visitor.ts';
import type { TestUsers } from '../../access/access.types.ts';

function owner(origin: string, first: string, document: string): Owner {
  const own = first.toLowerCase();
  return {
    visitor: new Visitor(origin),
    name: `${first} Quintanilha`,
    email: `${own}@exemplo.com.br`,
    phone: '(11) 96123-4571',
    document,
    ids: Object.fromEntries(ownedResources.map((thing) => [thing, `${thing}-of-${own}`])) as Owner['ids'],
    secrets: Object.fromEntries(linkTargets.map((thing) => [thing, `${thing}-secret-of-${own}`])) as Owner['secrets'],
  };
}

/** Two people who bought nothing anywhere, for tests of the fuzz itself. */
export function fakeUsers(origin: string): TestUsers {
  return {
    a: owner(origin, 'Zuleica', '390.533.447-05'),
    b: owner(origin, 'Balbina', '529.982.247-25'),
    unit: { id: 'unit', secret: 'secret' },
  };
}
