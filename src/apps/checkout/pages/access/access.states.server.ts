import { defineStates } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import type { AccessData } from './access-page.tsx';

export const states = defineStates<AccessData>({
  ask: () => show<AccessData>({ kind: 'ask', url: null }),
  go: ({ visit }) => show<AccessData>({ kind: 'go', url: visit.brand.links.firstAccess }),
  gone: () => show<AccessData>({ kind: 'gone', url: null }),
});
