export { type LotOffer, planOnSale } from './lots.ts';
export { planForSale, takeTickets, ticketLots } from './tickets.server.ts';
