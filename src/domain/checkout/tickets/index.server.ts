export { type LotOffer, planOnSale } from './lots.ts';
export { planForSale, reserveTickets, ticketLots } from './tickets.server.ts';
