import { useEffect } from 'react';
import { ButtonLink } from '#src/ui/button/button.tsx';
import { providerReturnHash } from '../../site/order-status/provider-return-hash.ts';

interface LeaveButtonProps {
  readonly href: string;
  readonly isByItself: boolean;
  readonly label: string;
}

/**
 * The way to the provider's page. It is gone by itself once; whoever comes back finds the link and the status. Nothing is
 * posted: a form's policy would hold back what leads to another origin.
 */
export function LeaveButton({ href, isByItself, label }: LeaveButtonProps) {
  useEffect(() => {
    if (!isByItself || location.hash === providerReturnHash) return;
    history.replaceState(history.state, '', providerReturnHash);
    location.assign(href);
  }, [href, isByItself]);
  return <ButtonLink href={href}>{label}</ButtonLink>;
}
