export { Pool } from 'pg';
