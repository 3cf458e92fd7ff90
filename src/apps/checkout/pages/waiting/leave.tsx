import { useEffect } from 'react';
import { ButtonLink } from '#src/ui/button/button.tsx';
import { wasThere } from '../../status/was-there.ts';

interface LeaveProps {
  readonly href: string;
  readonly isByItself: boolean;
  readonly label: string;
}

/**
 * The way to the provider's page. It is gone by itself once; whoever comes back finds the link and the status. Nothing is
 * posted: a form's policy would hold back what leads to another origin.
 */
export function Leave({ href, isByItself, label }: LeaveProps) {
  useEffect(() => {
    if (!isByItself || location.hash === wasThere) return;
    history.replaceState(history.state, '', wasThere);
    location.assign(href);
  }, [href, isByItself]);
  return <ButtonLink href={href}>{label}</ButtonLink>;
}
