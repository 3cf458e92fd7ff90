/** The lots of an event's tickets, where tickets are sold. */
export { TicketLots as paymentExtra } from '../tickets/ticket-lots.tsx';
