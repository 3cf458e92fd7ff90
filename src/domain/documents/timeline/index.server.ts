export { describeTimeline } from './describe-timeline.server.ts';
export { ordersNamed } from './orders-named.repository.server.ts';
export { timelineOf } from './timeline-of.server.ts';
