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
import { loadTexts } from './texts/texts';

// Modules have texts that they read when they are evaluated, so the catalogue comes first.
void loadTexts().then(() => import('./start'));
