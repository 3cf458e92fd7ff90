export {
  canReserveSeatsAgain,
  releaseSeat,
  hasSeat,
  releaseSeats,
  reserveSeatsAgain,
  type SeatPool,
  reservedSeats,
  reserveSeat,
} from './seat.repository.server.ts';
