import './styles/layers.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/rows.css';
import './styles/page.css';
import './styles/now.css';
import './styles/review.css';
import './styles/action.css';
import './styles/inbox.css';
import './styles/palette.css';
import './styles/agents.css';
import './styles/insights.css';
import './styles/board.css';
import './styles/work.css';
import './styles/work-list.css';
import './styles/settings.css';
import './styles/documents.css';
import './styles/phone.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { base } from './api/address';
import { queries } from './api/client';
import { openFirstScreen } from './api/workspace';
import { App } from './app';
import { hideComposingKeys } from './keys/input-guards';
import { ErrorBoundary } from './shell/fallbacks';
import { loadMarkdownBy } from './ui/markdown';

openFirstScreen();
hideComposingKeys();
loadMarkdownBy(() => import('./ui/markdown-elements'));

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no element for the console.');

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <Router base={base}>
          <App />
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
