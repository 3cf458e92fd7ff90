export { firstLinkMinutes, makeFirstLink, redeemFirstLink } from './first-link.server.ts';
