import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
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
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queries}>
          <Router base={base}>
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  </StrictMode>,
);
