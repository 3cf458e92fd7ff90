export {
  canRetakeSeats,
  dropSeat,
  holdsSeat,
  releaseSeats,
  retakeSeats,
  type SeatPool,
  seatsTaken,
  takeSeat,
} from './seat.repository.server.ts';
