export {
  canRetakeSeats,
  dropSeat,
  releaseSeats,
  retakeSeats,
  type SeatPool,
  seatsTaken,
  takeSeat,
} from './seat.repository.server.ts';
