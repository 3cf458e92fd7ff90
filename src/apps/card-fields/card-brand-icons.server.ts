import { html } from './html.server.ts';
import type { Html } from './html.server.ts';

/**
 * Icons of the card brands on a grid of 36 × 24, drawn for this project, not the brands' own artwork. The brand's name is
 * always present as text.
 */
export const cardBrandIcons: Html = html`<svg hidden>
  <symbol id="mark-none" viewBox="0 0 36 24">
    <rect x=".75" y=".75" width="34.5" height="22.5" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5" />
    <path d="M1 8h34" stroke="currentColor" stroke-width="3" />
    <path d="M6 17h9" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
  </symbol>
  <symbol id="mark-visa" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#1b2a86" />
    <g fill="none" stroke="#fff" stroke-width="2.1" stroke-linejoin="bevel">
      <path
        d="m7.2 8.2 2 7.6 4-7.6M16.8 8.2l-1.9 7.6M23 9.3c-1-.9-3.9-1-4.1.7-.2 1.9 3.4 1.6 3.1 3.7-.3 1.9-3.3 1.9-4.5.8"
      />
      <path d="m23.3 15.8 4.3-7.6h.7l1.6 7.6M25 13.6h4.2" />
    </g>
    <path d="M4 19.2h28v1.3H4z" fill="#f2b22c" />
  </symbol>
  <symbol id="mark-mastercard" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#23252e" />
    <circle cx="14" cy="12" r="7" fill="#e2202c" />
    <circle cx="22" cy="12" r="7" fill="#f5a01e" />
    <path d="M18 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z" fill="#f2661f" />
  </symbol>
  <symbol id="mark-american_express" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#1668c1" />
    <g fill="none" stroke="#fff" stroke-width="1.7" stroke-linejoin="bevel">
      <path
        d="m4 15.5 2.6-7h.8l2.6 7M5.2 13.3h3.7M12 15.5v-7h.7l2.3 4.2 2.3-4.2h.7v7M25 9.3h-4v5.4h4M21 12h3.5M26.5 8.5l5.3 7M31.8 8.5l-5.3 7"
      />
    </g>
  </symbol>
  <symbol id="mark-elo" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#15161a" />
    <g fill="none" stroke-width="2.6">
      <path d="M14.2 6.08a7 7 0 0 1 10.46 3.75" stroke="#3fb4e8" />
      <path d="M24.72 14a7 7 0 0 1-9.72 4.33" stroke="#ea4335" />
      <path d="M13.1 17a7 7 0 0 1-.1-9.9" stroke="#ffcb1f" />
      <path d="M15 13.4 21.2 11a3.2 3.2 0 1 0-.7 3.3" stroke="#fff" stroke-width="1.8" />
    </g>
  </symbol>
  <symbol id="mark-diners" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#e8eef6" />
    <circle cx="18" cy="12" r="8.5" fill="#0b4f9c" />
    <path d="M16 6.6a5.8 5.8 0 0 0 0 10.8zM20 6.6a5.8 5.8 0 0 1 0 10.8z" fill="#fff" />
  </symbol>
  <symbol id="mark-hipercard" viewBox="0 0 36 24">
    <rect width="36" height="24" rx="4" fill="#b1151d" />
    <g fill="none" stroke="#fff" stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round">
      <path d="m14.3 6.5-2 11M23.3 6.5l-2 11M13.3 12.2c2.7-1.9 6.2-1.9 9-.3" />
    </g>
  </symbol>
  <symbol id="icon-error" viewBox="0 0 24 24">
    <path
      d="M12 8v4.5m0 3.25v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z"
      fill="none"
      stroke="currentColor"
      stroke-width="1.75"
      stroke-linecap="round"
    />
  </symbol>
  <symbol id="code-back" viewBox="0 0 36 24">
    <rect x=".75" y=".75" width="34.5" height="22.5" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5" />
    <path d="M1 6.5h34" stroke="currentColor" stroke-width="4" />
    <rect x="19.5" y="12" width="12" height="7" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.3" />
    <path
      d="M22.7 15.5h.01M25.5 15.5h.01M28.3 15.5h.01"
      stroke="currentColor"
      stroke-width="1.9"
      stroke-linecap="round"
    />
  </symbol>
  <symbol id="code-front" viewBox="0 0 36 24">
    <rect x=".75" y=".75" width="34.5" height="22.5" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.5" />
    <path d="M5.5 18.5h12" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" />
    <rect x="17" y="5" width="15" height="7" rx="3.5" fill="none" stroke="currentColor" stroke-width="1.3" />
    <path
      d="M20.3 8.5h.01M23.1 8.5h.01M25.9 8.5h.01M28.7 8.5h.01"
      stroke="currentColor"
      stroke-width="1.9"
      stroke-linecap="round"
    />
  </symbol>
</svg>`;
