export {
  canRetakeSeats,
  dropSeat,
  releaseSeats,
  retakeSeats,
  seatsLeft,
  type SeatPool,
  seatsTaken,
  takeSeat,
} from './seat.repository.server.ts';
