export {
  markNotNeeded,
  markSent,
  putMessageBack,
  queueMessage,
  takeMessages,
  type WaitingMessage,
} from './message.repository.server.ts';
