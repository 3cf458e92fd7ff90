import { useEffect } from 'react';
import { ButtonLink } from '#src/ui/button/button.tsx';
import { wasThere } from '../../status/was-there.ts';

/**
 * The way to the provider's page. It is gone by itself once; whoever comes back finds the link and the status. Nothing is
 * posted: a form's policy would hold back what leads to another origin.
 */
export function Leave({ href, label }: { readonly href: string; readonly label: string }) {
  useEffect(() => {
    if (location.hash === wasThere) return;
    history.replaceState(history.state, '', wasThere);
    location.assign(href);
  }, [href]);
  return <ButtonLink href={href}>{label}</ButtonLink>;
}
