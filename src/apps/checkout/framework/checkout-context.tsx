import { createContext, use } from 'react';
import type { CheckoutView } from './page.ts';

/** The shared checkout context, filled from the page's data on both sides. */
export const CheckoutContext = createContext<CheckoutView | null>(null);

/** What this checkout is about. Only inside a page. */
export function useCheckout(): CheckoutView {
  const view = use(CheckoutContext);
  if (!view) throw new Error('useCheckout is for components inside a page');
  return view;
}
