import { createContext, use } from 'react';
import type { Permission } from '#src/domain/staff/index.ts';
import type { Me } from '../../routes/me/me.types.ts';

/** Who is signed in. Set once, around the frame. */
export const MeContext = createContext<Me | null>(null);

let signedIn: Me | null = null;

/** Makes the signed-in person known to the screens' loaders, which run outside of the components. */
export function setMe(me: Me): void {
  signedIn = me;
}

/** Who is signed in, for loaders. */
export function currentMe(): Me {
  if (signedIn === null) throw new Error('Nobody is signed in yet');
  return signedIn;
}

/** Who is signed in. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === null) throw new Error('useMe outside of the frame');
  return me;
}

/** Whether some grant gives the permission, in whatever scope. It only decides what is offered. */
export function useMay(permission: Permission | null): boolean {
  const { permissions } = useMe();
  return permission === null || permissions.includes(permission);
}
