export { useState } from 'react';
export { createRoot } from 'react-dom/client';
