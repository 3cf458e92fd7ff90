/** Leaves for the sign-in, which comes back to the same address. */
export function signInAgain(): void {
  const here = `${location.pathname}${location.search}`;
  location.assign(`/sign-in?return=${encodeURIComponent(here)}`);
}
