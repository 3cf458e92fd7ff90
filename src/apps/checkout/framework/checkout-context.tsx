import { createContext, use } from 'react';
import type { CheckoutView } from './page.ts';

/** The shared checkout context, filled from the page's data in server and browser. */
export const CheckoutContext = createContext<CheckoutView | null>(null);

/** The checkout of the current page. Only inside a page. */
export function useCheckout(): CheckoutView {
  const view = use(CheckoutContext);
  if (!view) throw new Error('useCheckout is for components inside a page');
  return view;
}
