import type { ReactNode } from 'react';

/** Own, much simplified drawings of flags on a ground of 24 × 18; a globe for every other country. */
const flags: Readonly<Record<string, ReactNode>> = {
  BR: (
    <>
      <path fill="#009b3a" d="M0 0h24v18H0z" />
      <path fill="#fedf00" d="m12 2 9 7-9 7-9-7z" />
      <circle cx="12" cy="9" r="3.6" fill="#002776" />
    </>
  ),
  MZ: (
    <>
      <path fill="#007168" d="M0 0h24v6H0z" />
      <path fill="#fff" d="M0 6h24v6H0z" />
      <path d="M0 6.6h24v4.8H0z" />
      <path fill="#fce100" d="M0 12h24v6H0z" />
      <path fill="#d21034" d="m0 0 11 9-11 9z" />
      <path fill="#fce100" d="m4 5.5.9 2.5h2.6L5.4 9.6l.8 2.5L4 10.6l-2.2 1.5.8-2.5L.5 8h2.6z" />
    </>
  ),
  PE: (
    <>
      <path fill="#d91023" d="M0 0h24v18H0z" />
      <path fill="#fff" d="M8 0h8v18H8z" />
    </>
  ),
  AO: (
    <>
      <path fill="#cc092f" d="M0 0h24v9H0z" />
      <path d="M0 9h24v9H0z" />
      <path fill="none" stroke="#ffcb00" strokeWidth="1.5" d="M11 5a4 4 0 1 1-1 7.5" />
    </>
  ),
  AR: (
    <>
      <path fill="#74acdf" d="M0 0h24v18H0z" />
      <path fill="#fff" d="M0 6h24v6H0z" />
      <circle cx="12" cy="9" r="2" fill="#f6b40e" />
    </>
  ),
  ES: (
    <>
      <path fill="#aa151b" d="M0 0h24v18H0z" />
      <path fill="#f1bf00" d="M0 4.5h24v9H0z" />
    </>
  ),
  PT: (
    <>
      <path fill="#da291c" d="M0 0h24v18H0z" />
      <path fill="#046a38" d="M0 0h9.6v18H0z" />
      <circle cx="9.6" cy="9" r="3.4" fill="#ffe900" />
      <path fill="#da291c" d="M8 7.2h3.2v2.3a1.6 1.6 0 0 1-3.2 0z" />
    </>
  ),
  US: (
    <>
      <path fill="#fff" d="M0 0h24v18H0z" />
      <path stroke="#b31942" strokeWidth="1.4" d="M0 .7h24M0 3.5h24M0 6.3h24M0 9h24M0 11.8h24M0 14.5h24M0 17.3h24" />
      <path fill="#0a3161" d="M0 0h10.5v9.7H0z" />
    </>
  ),
};

const globe = (
  <path
    fill="none"
    stroke="currentcolor"
    strokeWidth="1.5"
    d="M12 16.5a7.5 7.5 0 1 0 0-15 7.5 7.5 0 0 0 0 15ZM4.7 9h14.6M12 1.5c2 2.2 3 4.7 3 7.5s-1 5.3-3 7.5c-2-2.2-3-4.7-3-7.5s1-5.3 3-7.5Z"
  />
);

/** The flag of a country; its name stands beside it or in the list that it belongs to. */
export function Flag({ code }: { readonly code: string }) {
  return (
    <svg viewBox="0 0 24 18" aria-hidden="true">
      {flags[code] ?? globe}
    </svg>
  );
}
